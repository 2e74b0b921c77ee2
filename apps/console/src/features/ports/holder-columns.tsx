import { platforms } from '@parley/contract/catalogues';
import type { HeldPort } from '@parley/contract/ports';
import { ForeignText, interfaceLanguageOf } from '@parley/ui';
import { Tag } from 'antd';
import type { TFunction } from 'i18next';
import type { Column } from '../../ui/list/description.ts';

type Holder = Pick<HeldPort, 'platform' | 'name' | 'handle' | 'accountName' | 'subAccountRemark'>;

/** Returns the columns for a port's current or former holder: the social account and its sub-account. */
export function holderColumns<Row extends Holder>(t: TFunction, language: string): Column<Row>[] {
  return [
    {
      key: 'socialAccount',
      title: t('ports.socialAccount'),
      width: 190,
      render: (row) => (
        <span className="two-lines">
          <ForeignText className="clip">{row.name}</ForeignText>
          <ForeignText className="clip code quiet">{row.handle}</ForeignText>
        </span>
      ),
    },
    {
      key: 'platform',
      title: t('ports.platform'),
      width: 120,
      render: (row) => <Tag>{platforms[row.platform].names[interfaceLanguageOf(language)]}</Tag>,
    },
    {
      key: 'subAccount',
      title: t('ports.subAccount'),
      width: 180,
      render: (row) => (
        <span className="two-lines">
          <ForeignText className="clip">{row.subAccountRemark}</ForeignText>
          <span className="code quiet">{row.accountName}</span>
        </span>
      ),
    },
  ];
}
