import { fans } from './modules/fans/index.ts';

fans();
