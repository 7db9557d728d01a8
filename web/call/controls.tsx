// The bar below a call: microphone, camera, screen, hand, people, chat, and the way out.
import {
  Hand,
  MessageSquare,
  Mic,
  MicOff,
  MonitorUp,
  MonitorX,
  PhoneOff,
  Users,
  Video as VideoIcon,
  VideoOff,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { classList } from '../ui/class-list.ts';
import type { CallSession } from './call-session.ts';
import { canShareScreen } from './local-media.ts';
import type { LocalView } from './local-media.ts';

export type Panel = 'people' | 'chat';

interface ControlProps {
  icon: LucideIcon;
  label: string;
  tone?: 'plain' | 'off' | 'on' | 'end';
  isPressed?: boolean;
  disabled?: boolean;
  /** A small number on the button, such as unread messages. */
  count?: number;
  onPress: () => void;
}

const tones = {
  plain: 'border-line bg-surface text-ink hover:border-edge hover:bg-bg',
  off: 'border-transparent bg-down-soft text-down hover:border-down',
  on: 'border-transparent bg-accent-soft text-accent-text hover:border-accent',
  end: 'border-transparent bg-down text-surface hover:opacity-90',
};

function Control({ icon: Icon, label, tone = 'plain', isPressed, disabled, count = 0, onPress }: ControlProps) {
  return (
    <button
      type="button"
      title={label}
      aria-pressed={isPressed}
      disabled={disabled}
      onClick={onPress}
      className={classList(
        'relative inline-flex h-11 min-w-10 flex-1 items-center justify-center gap-2 rounded-box border px-2 font-medium whitespace-nowrap disabled:cursor-not-allowed disabled:opacity-55 sm:min-w-12 sm:flex-none lg:px-4',
        tones[tone],
      )}
    >
      <Icon size={20} aria-hidden="true" className="shrink-0" />
      <span className="max-lg:sr-only">{label}</span>
      {count > 0 && (
        <span className="absolute -top-1.5 -right-1 inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-accent px-1 text-xs text-on-accent">
          {count}
        </span>
      )}
    </button>
  );
}

export interface ControlsProps {
  session: CallSession;
  own: LocalView;
  isHost: boolean;
  isHandUp: boolean;
  /** Nobody would hear of a raised hand now. */
  isReconnecting: boolean;
  people: number;
  unread: number;
  panel: Panel | null;
  /** A device was switched, or could not be. */
  onSwitched: (kind: 'microphone' | 'camera') => void;
  onPanel: (panel: Panel | null) => void;
  onEnd: () => void;
}

export function Controls({
  session,
  own,
  isHost,
  isHandUp,
  isReconnecting,
  people,
  unread,
  panel,
  onSwitched,
  onPanel,
  onEnd,
}: ControlsProps) {
  const { isMicrophoneOn, isCameraOn, screen } = own;
  const isSharing = screen !== null;
  const toggle = (which: Panel): void => onPanel(panel === which ? null : which);
  return (
    <div
      role="toolbar"
      aria-label="Call controls"
      className="flex items-center justify-center gap-1.5 border-t border-line bg-surface px-2 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:gap-2"
    >
      <Control
        icon={isMicrophoneOn ? Mic : MicOff}
        label={isMicrophoneOn ? 'Mute' : 'Unmute'}
        tone={isMicrophoneOn ? 'plain' : 'off'}
        onPress={() => void session.setMicrophone(!isMicrophoneOn).then(() => onSwitched('microphone'))}
      />
      <Control
        icon={isCameraOn ? VideoIcon : VideoOff}
        label={isCameraOn ? 'Camera off' : 'Camera on'}
        tone={isCameraOn ? 'plain' : 'off'}
        onPress={() => void session.setCamera(!isCameraOn).then(() => onSwitched('camera'))}
      />
      {canShareScreen() && (
        <Control
          icon={isSharing ? MonitorX : MonitorUp}
          label={isSharing ? 'Stop Share' : 'Share Screen'}
          tone={isSharing ? 'on' : 'plain'}
          onPress={() => (isSharing ? session.stopSharing() : void session.share())}
        />
      )}
      <Control
        icon={Hand}
        label={isHandUp ? 'Lower hand' : 'Raise hand'}
        tone={isHandUp ? 'on' : 'plain'}
        disabled={isReconnecting}
        onPress={() => session.raiseHand(!isHandUp)}
      />
      <Control
        icon={Users}
        label={`People (${people})`}
        tone={panel === 'people' ? 'on' : 'plain'}
        isPressed={panel === 'people'}
        onPress={() => toggle('people')}
      />
      <Control
        icon={MessageSquare}
        label={unread > 0 ? `Chat (${unread} new)` : 'Chat'}
        tone={panel === 'chat' ? 'on' : 'plain'}
        isPressed={panel === 'chat'}
        count={unread}
        onPress={() => toggle('chat')}
      />
      <Control icon={PhoneOff} label={isHost ? 'End Call' : 'Leave Call'} tone="end" onPress={onEnd} />
    </div>
  );
}
