import { app } from './app.ts';
import { config } from './config.ts';

app(config);
