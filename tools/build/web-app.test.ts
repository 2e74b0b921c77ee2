import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { dialogWithoutFocus, focusableDialog } from './web-app.ts';

const folder = path.dirname(createRequire(import.meta.url).resolve('@rc-component/dialog/package.json'));

test('the dialog is of the version whose focus gets lost: read its content when it changes', async () => {
  const { version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  expect(version).toBe(dialogWithoutFocus);
});

test('a dialog looks for its panel when its focus is wanted', async () => {
  const id = path.join(folder, 'es/Dialog/Content/index.js');
  const built = focusableDialog.transform(await readFile(id, 'utf8'), id);
  expect(built?.code).toContain('focus: () => panelRef.current?.focus(),');
  expect(built?.code).not.toContain('...panelRef.current');
  expect(focusableDialog.transform('...panelRef.current,', '/another.js')).toBeNull();
});
