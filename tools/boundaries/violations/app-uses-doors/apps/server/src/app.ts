import { fans } from './modules/fans/service.ts';

fans();
