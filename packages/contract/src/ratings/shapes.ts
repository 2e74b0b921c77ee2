import { z } from 'zod';
import { codePoints } from '../values.ts';

/** 1 to 5; 5 is the best. */
export const ratingScore = z.int().min(1).max(5);

/** Maximum length of a rating's comment, in code points. */
export const ratingCommentLength = 1_000;

/** The time after the closing within which a visitor can answer, in ms. */
export const ratingOpenMs = 7 * 86_400_000;

export const ratingComment = z
  .string()
  .trim()
  .refine((text) => codePoints(text) <= ratingCommentLength, {
    params: { rule: 'too-long', max: ratingCommentLength },
  });
