/** Apart from the rest of the API client, so that the login page does without the socket's library. */
export { connectRealtime } from '@parley/api-client';
