import { expect } from 'vitest';
import { testApp } from '../../testing/test-app.ts';
import { fake } from '../translation/fakes.ts';
import { channels } from './service.ts';

expect(channels).toBe([fake, testApp]);
