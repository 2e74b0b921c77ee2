import type { FanTag } from '@parley/contract/fan-tags';
import { ForeignText } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Select, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { fanTags } from './queries.ts';

/** A tag in its color. */
export function FanTagName({ tag: { name, colour } }: { tag: Pick<FanTag, 'name' | 'colour'> }) {
  return (
    <Tag color={colour === 'grey' ? 'default' : colour}>
      <ForeignText>{name}</ForeignText>
    </Tag>
  );
}

/** Shows tags by their ids; deleted ones are left out. */
export function FanTags({ ids }: { ids: readonly string[] }) {
  const { data = [] } = useQuery({ ...fanTags(useClient()), enabled: ids.length > 0 });
  return (
    <span>
      {data
        .filter(({ id }) => ids.includes(id))
        .map((tag) => (
          <FanTagName key={tag.id} tag={tag} />
        ))}
    </span>
  );
}

type Properties = {
  value?: string[];
  onChange?: (ids: string[]) => void;
  id?: string;
  /** The maximum number of tags; left out: unlimited. */
  maxCount?: number;
  /** The control's accessible name; left out: "Tags". */
  label?: string;
};

/** Selects some of the workspace's tags. */
export function FanTagsSelect({ value = [], onChange, id, maxCount, label }: Properties) {
  const { t } = useTranslation();
  const { data = [], isFetching } = useQuery(fanTags(useClient()));
  const name = label ?? t('fanTags.tags');
  return (
    <Select<string[]>
      {...(id === undefined ? {} : { id })}
      {...(maxCount === undefined ? {} : { maxCount })}
      mode="multiple"
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={name}
      placeholder={name}
      loading={isFetching}
      value={value}
      onChange={(ids) => onChange?.(ids)}
      options={data.map((tag) => ({ value: tag.id, label: tag.name }))}
    />
  );
}
