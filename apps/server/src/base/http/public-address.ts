/** The address of this server for links that are handed out. */
import type { FastifyRequest } from 'fastify';

/** Returns the configured address, without a slash at its end; null: none is configured. */
export const publicUrlOf = ({ PUBLIC_URL }: { PUBLIC_URL?: string | undefined }): string | null =>
  PUBLIC_URL?.replace(/\/+$/, '') ?? null;

/** Returns the installation's public address, or the one at which the request came. */
export const publicAddressOf = (publicUrl: string | null, request: FastifyRequest): string =>
  publicUrl ?? `${request.protocol}://${request.host}`;
