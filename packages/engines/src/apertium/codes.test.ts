import { describe, expect, it } from 'vitest';
import { apertiumNames, pickPair } from './codes.ts';

const installed = [
  { source: 'eng', target: 'spa' },
  { source: 'spa', target: 'eng' },
  { source: 'spa', target: 'eng_US' },
  { source: 'oc', target: 'ca' },
  { source: 'hbs', target: 'eng' },
  { source: 'hbs_HR', target: 'eng' },
  { source: 'nob', target: 'nno' },
];

describe('languages of Apertium', () => {
  it.each([
    ['en', 'es', 'eng-spa'],
    ['es', 'en', 'spa-eng'],
    ['es-MX', 'en-US', 'spa-eng_US'],
    ['es', 'en-GB', 'spa-eng'],
    ['oc', 'ca', 'oc-ca'],
    ['hr', 'en', 'hbs_HR-eng'],
    ['sr-Latn', 'en', 'hbs-eng'],
    ['nb', 'nn', 'nob-nno'],
    ['no', 'nn', 'nob-nno'],
    ['spa', 'eng', 'spa-eng'],
  ])('finds languages of Apertium for %s to %s', (source, target, expected) => {
    const pair = pickPair(source, target, installed);
    expect(pair && `${pair.source}-${pair.target}`).toBe(expected);
  });

  it.each([
    ['en', 'fr'],
    ['en', 'en'],
    ['', 'es'],
    ['en|spa', 'es'],
    ['../../etc', 'es'],
  ])('finds no languages of Apertium for %s to %s', (source, target) => {
    expect(pickPair(source, target, installed)).toBeUndefined();
  });

  it('returns no name for a malformed tag', () => {
    expect(apertiumNames('not a tag')).toEqual([]);
  });
});
