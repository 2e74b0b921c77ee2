import type { Client } from '@parley/api-client';
import { type FileProblem, fileProblem, type Uploaded, uploadFile } from '@parley/api-client';
import type { FilePurpose } from '@parley/contract/files';
import { putByRequest } from '@parley/ui';
import { useCallback, useEffect, useRef, useState } from 'react';

export type UploadState =
  | { step: 'idle' }
  /** `share` from 0 to 1. */
  | { step: 'sending'; share: number }
  | { step: 'refused'; problem: FileProblem; contentType: string }
  | { step: 'failed'; problem: unknown };

export type Upload = {
  state: UploadState;
  /**
   * Starts an upload and aborts a running one. Resolves with undefined when it was refused, failed or cancelled; see
   * `state`.
   */
  start: (file: File) => Promise<Uploaded | undefined>;
  cancel: () => void;
};

const idle: UploadState = { step: 'idle' };

/** Runs one upload at a time and reports its progress; aborts it when the page unmounts. */
export function useUpload(client: Client, purpose: FilePurpose): Upload {
  const [state, setState] = useState<UploadState>(idle);
  const running = useRef<AbortController>(undefined);

  const cancel = useCallback(() => {
    running.current?.abort();
    running.current = undefined;
    setState(idle);
  }, []);
  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback(
    async (file: File) => {
      running.current?.abort();
      const problem = fileProblem(purpose, file);
      if (problem !== null) {
        setState({ step: 'refused', problem, contentType: file.type });
        return undefined;
      }
      const own = new AbortController();
      running.current = own;
      setState({ step: 'sending', share: 0 });
      try {
        const uploaded = await uploadFile(client, purpose, file, {
          signal: own.signal,
          put: putByRequest,
          onProgress: (share) => {
            if (running.current === own) setState({ step: 'sending', share });
          },
        });
        if (running.current === own) setState(idle);
        return uploaded;
      } catch (reason) {
        if (running.current === own && !own.signal.aborted) setState({ step: 'failed', problem: reason });
        return undefined;
      }
    },
    [client, purpose],
  );
  return { state, start, cancel };
}
