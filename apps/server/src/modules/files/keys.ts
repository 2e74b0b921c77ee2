/** The places of a file's bytes in the store. */

/** Here a client's bytes arrive; what was looked at is copied from here, so that nothing changes afterwards. */
export const incoming = (id: string) => `incoming/${id}`;
export const keptKey = (id: string) => `files/${id}`;
export const previewKey = (id: string) => `previews/${id}`;
