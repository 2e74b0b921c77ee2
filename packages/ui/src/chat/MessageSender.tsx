import { avatarColor, initialsOf } from './avatar.ts';
import { printableLine } from './printable.ts';

/** The member of a group who wrote, above the first of their messages that follow each other. */
export function MessageSender({ sender }: { sender: { id: string; name: string } }) {
  const name = printableLine(sender.name, 60);
  return (
    <div className="chat-sender" aria-hidden>
      <span className="chat-avatar" style={{ background: avatarColor(sender.id) }}>
        {initialsOf(name)}
      </span>
      <bdi>{name}</bdi>
    </div>
  );
}
