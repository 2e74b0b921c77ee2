import type { DeskFanTag } from '@parley/contract/conversations';
import { Badge } from 'antd';

/** A tag after a dot of its color: text in some of the colors would be too pale to read. */
export function FanTagName({ tag: { name, colour } }: { tag: Pick<DeskFanTag, 'name' | 'colour'> }) {
  return (
    <Badge color={colour === 'grey' ? 'var(--ant-color-text-quaternary)' : colour} text={<bdi>{name}</bdi>} />
  );
}
