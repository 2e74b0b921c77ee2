import { describe, expect, it } from 'vitest';
import { countLines, importObstacle, sentLines, wrongLines } from './import-lines.ts';

describe('the lines of an import', () => {
  it('counts those that say something', () => {
    expect(countLines('')).toBe(0);
    expect(countLines('a\r\n\r\n  \nb\n')).toBe(2);
  });

  it('keeps the numbers of the lines, whatever ends them', () => {
    expect(sentLines('a\r\n\rb\nc')).toBe('a\n\nb\nc');
  });

  it('sends neither nothing nor too much', () => {
    expect(importObstacle(' \n ')).toBe('none');
    expect(importObstacle('x\n'.repeat(500))).toBeUndefined();
    expect(importObstacle('x\n'.repeat(501))).toBe('too-many');
    expect(importObstacle('x'.repeat(200_001))).toBe('too-long');
  });

  it('leaves those that were not added, with their passwords', () => {
    const text = 'http://a:1@x:1\n\nhttp://b:2@y\r\nftp://c:3@z:3';
    const left = wrongLines(text, [
      { line: 3, text: 'http://b:…@y', problem: 'unreadable' },
      { line: 4, text: 'ftp://c:…@z:3', problem: 'protocol' },
    ]);
    expect(left).toBe('http://b:2@y\nftp://c:3@z:3');
    expect(wrongLines(text, [])).toBe('');
  });

  it('leaves everything behind the first that was one too many', () => {
    expect(wrongLines('a\nb\nc\nd', [{ line: 3, text: 'c', problem: 'too-many' }])).toBe('c\nd');
  });
});
