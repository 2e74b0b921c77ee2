/** The store keys of a file's bytes. */

/**
 * Key under which a client's bytes arrive; checked bytes are copied from here, so that they can't change afterwards.
 */
export const incomingKey = (id: string) => `incoming/${id}`;
export const keptKey = (id: string) => `files/${id}`;
export const previewKey = (id: string) => `previews/${id}`;
