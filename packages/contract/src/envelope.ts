import { z } from 'zod';

/** The JSON answer: `code` is 200 on success, else the catalogue's number; `msg` is in the caller's language. */
export type Envelope<Data> = { code: number; msg: string; data: Data };

/** The `data` of a failure. `error` is stable, for programs to branch on; `requestId` identifies the server's log lines. */
export const failureData = z.object({
  error: z.string(),
  requestId: z.string(),
  /** 400 only: the offending fields, dotted, each with a sentence in the caller's language. */
  fields: z.record(z.string(), z.string()).optional(),
  /** The values inserted into the message, e.g. the limit that was exceeded. */
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type FailureData = z.output<typeof failureData>;

export const interfaceLanguages = ['zh-CN', 'en-US'] as const;
export type InterfaceLanguage = (typeof interfaceLanguages)[number];
export const interfaceLanguage = z.enum(interfaceLanguages);
