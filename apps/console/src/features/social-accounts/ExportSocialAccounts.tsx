import { exportSocialAccounts } from '@parley/contract/channels';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { ExportFile } from '../../ui/ExportFile.tsx';
import type { SocialAccountFilters } from './queries.ts';

/** Saves the accounts that match the filters as a spreadsheet, without credentials. */
export function ExportSocialAccounts({ filters }: { filters: SocialAccountFilters }) {
  const { t } = useTranslation();
  const client = useClient();
  const { pageNo: _, pageSize: __, ...query } = filters;
  return (
    <ExportFile
      otherwise={`${t('page.socialAccounts')}.xlsx`}
      download={(options) => client.download(exportSocialAccounts, { query }, options)}
    />
  );
}
