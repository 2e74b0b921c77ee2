import { expect } from 'vitest';
import { fake } from '../translation/fakes.ts';
import { channels } from './service.ts';

expect(channels).toBe(fake);
