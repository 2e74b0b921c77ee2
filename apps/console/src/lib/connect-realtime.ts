/** Apart from the rest of the API client, so that the socket's library can be loaded after the first picture. */
export { connectRealtime } from '@parley/api-client';
