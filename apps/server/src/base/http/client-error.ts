/** Sends an envelope also for requests that can't be parsed as HTTP, and so reach no route. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorId, errorCatalogue, errorMessage, type FailureData, httpStatus } from '@parley/contract';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';

/** Keyed by Node's error codes. */
const errors: Readonly<Record<string, ErrorId>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
  HPE_HEADER_OVERFLOW: 'request.too-large',
  HPE_INVALID_METHOD: 'request.method-unknown',
  HPE_INVALID_VERSION: 'request.http-version',
  HPE_PAUSED_H2_UPGRADE: 'request.http-version',
};

/** `rawPacket` has the bytes that Node could not parse. */
type ReadError = { code?: string; rawPacket?: unknown };

/** Node also reports an unknown method for bytes that were never meant as HTTP, such as the start of TLS. */
function errorOf({ code = '', rawPacket }: ReadError): ErrorId {
  const isWord = Buffer.isBuffer(rawPacket) && /^[A-Z][A-Z-]* /.test(rawPacket.toString('latin1', 0, 40));
  if (code === 'HPE_INVALID_METHOD' && !isWord) return 'request.malformed';
  return errors[code] ?? 'request.malformed';
}

/**
 * For Fastify's `clientErrorHandler`. The caller's language is unknown at this point, so the message is in the
 * product's default language.
 */
export function handleClientError(error: ReadError, socket: Socket, log: Log): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const id = errorOf(error);
  const { code } = errorCatalogue[id];
  const status = httpStatus(code);
  const requestId = newId();
  log.debug({ requestId, reason: error.code }, 'a request could not be read');
  const data: FailureData = { error: id, requestId };
  const body = JSON.stringify({ code, msg: errorMessage(id, 'zh-CN'), data });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
