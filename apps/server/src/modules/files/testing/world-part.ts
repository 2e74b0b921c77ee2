import { files } from '@parley/contract/examples';
import * as filesApi from '@parley/contract/files';
import type { WorldPart } from '../../../testing/world-part.ts';

export const worldPart: WorldPart = {
  async make({ app, owner }) {
    const query = { fileName: 'me.png', contentType: 'image/png', size: 68, purpose: 'avatar' } as const;
    const { fileId } = await app.call(filesApi.presignUpload, { query }, owner.token);
    return { [files.fileId]: fileId };
  },
};
