/** Determines this server's address for links that are handed out. */
import type { FastifyRequest } from 'fastify';

/** Returns the configured address without a trailing slash; null if none is configured. */
export const publicUrlOf = ({ PUBLIC_URL }: { PUBLIC_URL?: string | undefined }): string | null =>
  PUBLIC_URL?.replace(/\/+$/, '') ?? null;

/** Returns the installation's public address, else the one that the request was sent to. */
export const publicAddressOf = (publicUrl: string | null, request: FastifyRequest): string =>
  publicUrl ?? `${request.protocol}://${request.host}`;
