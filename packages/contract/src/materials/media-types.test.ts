import { expect, it } from 'vitest';
import { fileRules } from '../files/endpoints.ts';
import { materialTypeOf, mediaTypeOf } from './media-types.ts';

it.each([
  ['a.png', 'image/png', 'image/png'],
  ['a.jpg', 'image/jpg', 'image/jpeg'],
  ['a.m4a', 'audio/x-m4a', 'audio/mp4'],
  ['a.wav', 'audio/x-wav', 'audio/wav'],
  ['a.webm', 'video/webm;codecs=vp9', 'video/webm'],
  ['A.MP3', '', 'audio/mpeg'],
  ['a.b.webp', '', 'image/webp'],
])('uploads %s of %j as %s', (name, type, expected) => {
  expect(mediaTypeOf({ name, type })).toBe(expected);
});

it.each([
  ['a.svg', 'image/svg+xml'],
  ['a.png', 'text/html'],
  ['a.exe', ''],
  ['a.pdf', 'application/pdf'],
  ['constructor', ''],
  ['a', 'constructor'],
])('refuses %s of %j as a material', (name, type) => {
  expect(mediaTypeOf({ name, type })).toBeNull();
});

it('materialTypeOf maps exactly the media types of the rules', () => {
  const found = [...fileRules.material.maxBytes.keys()].map(materialTypeOf);
  expect(new Set(found)).toEqual(new Set(['image', 'audio', 'video']));
  expect(materialTypeOf('image/svg+xml')).toBeNull();
});
