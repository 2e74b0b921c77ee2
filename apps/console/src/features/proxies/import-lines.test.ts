import { describe, expect, it } from 'vitest';
import { countLines, importObstacle, sentLines, wrongLines } from './import-lines.ts';

describe('the lines of an import', () => {
  it('counts lines that aren’t empty', () => {
    expect(countLines('')).toBe(0);
    expect(countLines('a\r\n\r\n  \nb\n')).toBe(2);
  });

  it('keeps the line numbers with any kind of line end', () => {
    expect(sentLines('a\r\n\rb\nc')).toBe('a\n\nb\nc');
  });

  it('rejects empty and overlong texts', () => {
    expect(importObstacle(' \n ')).toBe('none');
    expect(importObstacle('x\n'.repeat(500))).toBeUndefined();
    expect(importObstacle('x\n'.repeat(501))).toBe('too-many');
    expect(importObstacle('x'.repeat(200_001))).toBe('too-long');
  });

  it('keeps the lines that were not added, with their passwords', () => {
    const text = 'http://a:1@x:1\n\nhttp://b:2@y\r\nftp://c:3@z:3';
    const left = wrongLines(text, [
      { line: 3, text: 'http://b:…@y', problem: 'unreadable' },
      { line: 4, text: 'ftp://c:…@z:3', problem: 'protocol' },
    ]);
    expect(left).toBe('http://b:2@y\nftp://c:3@z:3');
    expect(wrongLines(text, [])).toBe('');
  });

  it('keeps all lines from the first one beyond the limit', () => {
    expect(wrongLines('a\nb\nc\nd', [{ line: 3, text: 'c', problem: 'too-many' }])).toBe('c\nd');
  });
});
