import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const __nouns__Errors = {
  '__kebab-noun__.name-taken': errorEntry(409, '该名称已被使用', 'This name is already taken'),
} as const satisfies Record<string, ErrorEntry>;
