import { fileRules } from '@parley/contract/files';
import { expect, it } from 'vitest';
import { nameOfType } from './name-of-type.ts';

it.each([
  ['factura.pdf', 'application/pdf', 'factura.pdf'],
  ['FOTO.JPEG', 'image/jpeg', 'FOTO.JPEG'],
  ['notes.md', 'text/plain', 'notes.md'],
  ['factura.pdf.html', 'text/plain', 'factura.pdf_html.txt'],
  ['start.bat', 'text/csv', 'start_bat.csv'],
  ['start.bat. ', 'text/plain', 'start.bat_ .txt'],
  ['game.jar', 'application/zip', 'game_jar.zip'],
  ['page.svg', 'image/png', 'page_svg.png'],
  ['pasted image', 'image/png', 'pasted image.png'],
  ['data.bin', 'application/unknown', 'data.bin'],
])('names %s of %s %s', (name, contentType, expected) => {
  expect(nameOfType(name, contentType)).toBe(expected);
});

it('limits the length of names, and keeps characters whole', () => {
  const name = nameOfType(`${'a'.repeat(195)}😀.exe`, 'text/plain');
  expect([name.length, name.isWellFormed(), name.slice(-4)]).toEqual([200, true, '.txt']);
});

it('has an extension for every type that messages accept', () => {
  for (const contentType of fileRules.message.maxBytes.keys())
    expect(nameOfType('x.exe', contentType), contentType).toMatch(/^x_exe\.\w+$/);
});
