import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EngineError } from '../spec.ts';
import { assertTranslation } from './nonsense.ts';

describe('an answer', () => {
  it.each([
    ['empty', 'hello', ' \n'],
    ['far too long', 'hello', 'hola '.repeat(100)],
    ['far too short', 'word '.repeat(200), 'palabra'],
    ['a page', 'hello', '<!DOCTYPE html><title>502</title>'],
    ['an error object', 'hello', '{"error": "overloaded"}'],
    ['in a broken encoding', 'good morning', 'buenos d\ufffdas'],
    ['with control characters', 'hello', 'hola\u0000'],
  ])('an answer that is %s is nonsense', (_, source, answer) => {
    expect(() => assertTranslation(source, answer)).toThrow(EngineError);
  });

  it.each([
    ['short words grow', '谢谢', 'Thank you very much indeed'],
    ['dense scripts shrink', 'Thank you very much indeed for your patience', '谢谢'],
    ['no words, no answer', '…', ''],
    ['a page about pages', '<html> is a tag', '<html> es una etiqueta'],
    ['the same text', 'OK', 'OK'],
    ['control characters that were there', 'a\u0007', 'b\u0007'],
    ['lone surrogates became signs', 'a \ud800', 'b \ufffd'],
  ])('accepts an answer when %s', (_, source, answer) => {
    expect(() => assertTranslation(source, answer)).not.toThrow();
  });

  it('never fails otherwise than with an EngineError', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (source, answer) => {
        try {
          assertTranslation(source, answer);
        } catch (error) {
          expect(error).toMatchObject({ name: 'EngineError', failure: 'nonsense' });
        }
      }),
    );
  });
});
