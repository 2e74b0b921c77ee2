export * from './api-error.ts';
export { type Client, type ClientOptions, createClient } from './client.ts';
export type { Download, DownloadProgress } from './download.ts';
export { keepInvalidations } from './keep-invalidations.ts';
export { memoryClient, memoryStorage } from './memory-client.ts';
export { mergeIntoCache } from './merge-into-cache.ts';
export { newId } from './new-id.ts';
export {
  connectRealtime,
  type Realtime,
  type RealtimeHandlers,
} from './realtime.ts';
export {
  endReasonOf,
  endSentenceOf,
  isAccountClosed,
  isExpired,
  type SessionEndReason,
  timedOutReason,
} from './session-end.ts';
export type { KeyValueStorage } from './token-store.ts';
export {
  acceptedTypes,
  type FileProblem,
  fileProblem,
  sizeLimit,
  type Uploaded,
  uploadFile,
} from './upload-file.ts';
