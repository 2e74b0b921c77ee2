import { avatarColor, initialsOf } from './avatar.ts';
import { printableLine } from './printable.ts';

/** Names the group member who wrote, above the first of their consecutive messages. */
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
