/** Every state in which the tablet cannot be used, each with its remedy. */
import {
  IconCircleX,
  IconClock,
  IconCloudOff,
  IconLinkOff,
  IconLock,
  IconShieldX,
  IconWifiOff,
} from '@tabler/icons-react';
import { Button } from './button.tsx';

const ICONS = {
  refused: IconCircleX,
  expired: IconClock,
  disabled: IconLock,
  lapsed: IconClock,
  ended: IconLinkOff,
  unsupported: IconShieldX,
  lost: IconWifiOff,
  server: IconCloudOff,
} as const;
const BAD_REASONS = ['refused', 'disabled', 'unsupported'];

export function ClosedPage(props: {
  reason: keyof typeof ICONS;
  title: string;
  text: string;
  action?: { label: string; onPress: () => void };
}) {
  const Icon = ICONS[props.reason];
  return (
    <div className="middle">
      <span className={`medal ${BAD_REASONS.includes(props.reason) ? 'tone-bad' : 'tone-waiting'}`}>
        <Icon aria-hidden="true" />
      </span>
      <h1 tabIndex={-1}>{props.title}</h1>
      <p className="lead">{props.text}</p>
      {props.action ? <Button onPress={props.action.onPress}>{props.action.label}</Button> : null}
    </div>
  );
}
