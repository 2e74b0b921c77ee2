import { z } from 'zod';
import { codePoints } from '../values.ts';

/** 1 to 5, the best. */
export const ratingScore = z.int().min(1).max(5);

/** The longest comment of a rating, in code points. */
export const ratingCommentLength = 1_000;

/** For so long after the closing a visitor can answer, in ms. */
export const ratingOpenMs = 7 * 86_400_000;

export const ratingComment = z
  .string()
  .trim()
  .refine((text) => codePoints(text) <= ratingCommentLength, {
    params: { rule: 'too-long', max: ratingCommentLength },
  });
