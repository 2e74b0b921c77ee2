import { type ExamplesOf, exampleId, exampleTime } from '../example.ts';
import type * as endpoints from './index.ts';

export const fileId = exampleId('file');

export const examples: ExamplesOf<typeof endpoints> = {
  presignUpload: {
    query: { fileName: 'me.png', contentType: 'image/png', size: 68, purpose: 'avatar' },
    answer: {
      fileId,
      uploadUrl: 'https://chat.example.com/api/files/upload/b2uN0mY5Jw',
      method: 'PUT',
      headers: { 'content-type': 'image/png' },
      expiresAt: exampleTime(10),
    },
  },
  completeUpload: { body: { fileId }, answer: { fileId, url: `/api/files/${fileId}` } },
};
