/** In a separate chunk from the rest of the API client, so that the login page loads without the socket library. */
export { connectRealtime } from '@parley/api-client';
