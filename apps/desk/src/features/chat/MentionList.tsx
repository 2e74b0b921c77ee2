import './quick-reply-list.css';
import type { GroupMember } from '@parley/contract/conversations';
import { ForeignText } from '@parley/ui';
import { useTranslation } from 'react-i18next';
import { useActiveInSight } from '../../lib/use-list-keys.ts';
import { optionId } from './QuickReplyList.tsx';
import type { Mentions } from './use-mentions.ts';

/** Lists the members who can be mentioned, above the text area, which keeps the focus. */
export function MentionList({ id, mentions }: { id: string; mentions: Mentions }) {
  const { t } = useTranslation();
  const { list, active } = mentions;
  const shown = useActiveInSight(active);
  return (
    <div ref={shown} id={id} role="listbox" aria-label={t('members.mention')} className="desk-quick-replies">
      {list.map((member, at) => (
        <Option
          key={member.id}
          id={optionId(id, at)}
          member={member}
          active={at === active}
          onPick={() => mentions.pick(member)}
          onActivate={() => mentions.activate(at)}
        />
      ))}
    </div>
  );
}

type OptionProperties = {
  id: string;
  member: GroupMember;
  active: boolean;
  onPick: () => void;
  onActivate: () => void;
};

function Option({ id, member, active, onPick, onActivate }: OptionProperties) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the text area keeps the focus and names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the text area
    <div
      id={id}
      role="option"
      aria-selected={active}
      className="desk-quick-reply"
      // A click would first take the focus from the text area.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
      onMouseMove={active ? undefined : onActivate}
    >
      <span className="desk-quick-reply-head">
        <ForeignText className="desk-quick-reply-title">{member.name}</ForeignText>
        {member.handle === null ? null : (
          <ForeignText className="desk-quick-reply-name">{`@${member.handle}`}</ForeignText>
        )}
      </span>
    </div>
  );
}
