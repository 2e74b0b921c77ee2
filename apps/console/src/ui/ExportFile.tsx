import { DownloadOutlined } from '@ant-design/icons';
import type { Download, DownloadProgress } from '@parley/api-client';
import { useFormats, useToasts } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../lib/save-file.ts';

type Properties = {
  /** The label of the button; left out: that of a spreadsheet export. */
  label?: string;
  /** File name used when the server sends none. */
  otherwise: string;
  download: (options: { signal: AbortSignal; onProgress: DownloadProgress }) => Promise<Download>;
};

/**
 * Exports the whole list to a file and saves it. The length is unknown until the end, so an indeterminate progress bar
 * shows how much has been received; the export can be cancelled, and is when the page unmounts.
 */
export function ExportFile({ label, otherwise, download }: Properties) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { number } = useFormats();
  const [loaded, setLoaded] = useState(0);
  const leaving = useRef<AbortController>(undefined);
  const made = useMutation({
    mutationFn: async () => {
      const stop = new AbortController();
      leaving.current = stop;
      setLoaded(0);
      try {
        const { signal } = stop;
        const { blob, fileName } = await download({ signal, onProgress: (now) => setLoaded(now.loaded) });
        const name = fileName ?? otherwise;
        saveFile(blob, name);
        void toasts.success(t('records.exportDone', { name }));
      } catch (problem) {
        if (!stop.signal.aborted) throw problem;
        void toasts.info(t('records.exportCancelled'));
      }
    },
  });
  useEffect(() => () => leaving.current?.abort(), []);
  if (!made.isPending) {
    return (
      <Button icon={<DownloadOutlined aria-hidden />} onClick={() => made.mutate()}>
        {label ?? t('records.export')}
      </Button>
    );
  }
  const size = `${number(Math.ceil(loaded / 1024))} KB`;
  return (
    <div className="export">
      <div className="export-state">
        <span>{t('records.exporting')}</span>
        <span className="numeric quiet">{t('records.exported', { size })}</span>
        <div
          className="export-bar"
          role="progressbar"
          aria-label={t('records.exporting')}
          aria-valuetext={t('records.exported', { size })}
        />
      </div>
      <Button onClick={() => leaving.current?.abort()}>{t('records.cancel')}</Button>
    </div>
  );
}
