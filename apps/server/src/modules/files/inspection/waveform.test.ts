import { waveformSteps } from '@parley/contract/conversations';
import { expect, it } from 'vitest';
import { waveform } from './waveform.ts';

const steps = (levels: readonly number[]) => [...(waveform(levels) ?? '')].map((step) => parseInt(step, 16));

it('draws the loudest moment at full height, and silence flat', () => {
  const levels = Array.from({ length: 480 }, (_, at) => (at < 240 ? 0 : 0.5));
  expect(steps(levels)).toEqual([...Array(waveformSteps / 2).fill(0), ...Array(waveformSteps / 2).fill(15)]);
  expect(Math.max(...steps([0, 0, 0]))).toBe(0);
});

it('draws a whisper low', () => {
  expect(Math.max(...steps(Array(100).fill(0.002)))).toBeLessThan(5);
});

it('keeps a short click among many quiet moments', () => {
  const levels = Array.from({ length: 6_000 }, (_, at) => (at === 3_000 ? 1 : 0));
  expect(steps(levels).filter((step) => step === 15)).toHaveLength(1);
});

it.each([1, 7, waveformSteps, 100])('draws all steps of %i moments', (count) => {
  expect(steps(Array(count).fill(1))).toEqual(Array(waveformSteps).fill(15));
});

it('returns nothing for no values, and ignores values that are not numbers', () => {
  expect(waveform([])).toBeNull();
  expect(steps([Number.NaN, Number.POSITIVE_INFINITY, 1])).toContain(15);
});
