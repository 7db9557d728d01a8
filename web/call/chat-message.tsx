// One message of a call's chat: who, when and what; deleted by its writer or the host, reported by everybody else.
import { Flag, Trash2 } from 'lucide-react';
import type { ChatMessage } from '../../contract/call.ts';
import { clockText } from '../learn/lesson-time.tsx';
import { Badge } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { chatParts } from './chat-text.ts';

interface MessageActs {
  readonly onDelete?: (message: ChatMessage) => void;
  readonly onReport: (message: ChatMessage) => void;
}

export interface MessageProps extends MessageActs {
  readonly message: ChatMessage;
  readonly isOwn: boolean;
  /** One's own messages, and for the host everybody's. */
  readonly canDelete: boolean;
  readonly isReported: boolean;
}

function Words({ text }: { text: string }) {
  return chatParts(text).map(({ text: part, isLink }, index) =>
    isLink ? (
      <a key={index} href={part} target="_blank" rel="noopener noreferrer" className="text-accent-text underline">
        {part}
      </a>
    ) : (
      part
    ),
  );
}

export function Message({ message, isOwn, canDelete, isReported, onDelete, onReport }: MessageProps) {
  const { name, isHost, text, sentAt, isDeleted } = message;
  const whose = isOwn ? 'your message' : `the message of ${name}`;
  return (
    <li>
      <span className="flex min-h-8 items-center gap-2">
        <span className="truncate font-medium">{isOwn ? 'You' : name}</span>
        {isHost && <Badge>Host</Badge>}
        <time dateTime={sentAt} className="text-xs text-faint">
          {clockText(Date.parse(sentAt))}
        </time>
        <span className="ml-auto flex shrink-0">
          {!isOwn && (
            <IconButton
              size="small"
              label={isReported ? `You have reported ${whose}` : `Report ${whose}`}
              disabled={isReported}
              onClick={() => onReport(message)}
            >
              <Flag size={14} aria-hidden="true" />
            </IconButton>
          )}
          {canDelete && !isDeleted && (
            <IconButton size="small" label={`Delete ${whose}`} onClick={() => onDelete?.(message)}>
              <Trash2 size={14} aria-hidden="true" />
            </IconButton>
          )}
        </span>
      </span>
      {isDeleted ? (
        <span className="block text-muted italic">Message deleted</span>
      ) : (
        <span className="block wrap-anywhere">
          <Words text={text} />
        </span>
      )}
    </li>
  );
}
