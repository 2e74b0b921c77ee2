import { vi } from 'vitest';

vi.fn();
