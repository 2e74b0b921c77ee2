import './tour.css';
import { useErrorToast } from '@parley/ui';
import { Button, Tour } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rescueFocus } from '../../lib/use-restored-focus.ts';
import { stepAt, type TourStep, targetOf, tourSteps } from './steps.ts';

// i18n-keys: tour.*

type Properties = {
  /** Opens the page of sub-accounts. */
  onOpenSubAccounts: () => Promise<void> | void;
  /** Called at each step, so that a reload continues there. */
  onStep: (step: TourStep) => void;
  /** Called when the tour was finished or cancelled. */
  onEnd: () => void;
};

type Place = {
  step: TourStep;
  target: HTMLElement | null;
  /** The target's position, which changes when content is inserted above it. */
  spot: string;
};

function look(): Place {
  const step = stepAt((one) => targetOf(one) !== null);
  const target = targetOf(step);
  const { left = 0, top = 0 } = target?.getBoundingClientRect() ?? {};
  return { step, target, spot: `${Math.round(left)} ${Math.round(top)}` };
}

/** Returns the current step and its target, recomputed whenever the page changes. */
function usePlace(onFinished: () => void): Place {
  const [place, setPlace] = useState(look);
  const lookAgain = useEffectEvent(() => {
    const next = look();
    // Closing the dialog with the text to copy completes the tour.
    if (place.step === 'copy' && next.step !== 'copy') onFinished();
    else if (next.step !== place.step || next.target !== place.target || next.spot !== place.spot) {
      setPlace(next);
    }
  });
  useEffect(() => {
    let waiting = 0;
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(waiting);
      waiting = requestAnimationFrame(lookAgain);
    });
    const what = { childList: true, subtree: true, attributes: true, attributeFilter: ['class', 'style'] };
    observer.observe(document.body, what);
    return () => {
      cancelAnimationFrame(waiting);
      observer.disconnect();
    };
  }, []);
  return place;
}

/**
 * Four steps from an empty workspace to an agent who can log in. The tour follows what the user does; "next" only does
 * it for them. Dialogs are not covered, and their keyboard shortcuts work.
 */
export function GuidedTour({ onOpenSubAccounts, onStep, onEnd }: Properties) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const { step, target, spot } = usePlace(onEnd);
  const current = tourSteps.indexOf(step);
  const tellStep = useEffectEvent(onStep);
  useEffect(() => tellStep(step), [step]);

  // Its own buttons, one of which had the focus, are unmounted with it.
  useEffect(() => rescueFocus, []);

  const next = () => {
    if (step === 'open') void Promise.resolve(onOpenSubAccounts()).catch(showError);
    else if (step === 'create') targetOf('create')?.click();
    else if (step === 'confirm') confirmButton()?.click();
    else onEnd();
  };
  const inDialog = step === 'confirm' || step === 'copy';
  return (
    <Tour
      // antd doesn't follow a target that appears late or moves, so the tour is remounted.
      key={`${step} ${spot}`}
      open
      current={current}
      mask={!inDialog}
      rootClassName={inDialog ? 'guided-tour in-dialog' : 'guided-tour'}
      onChange={(wanted) => (wanted > current ? next() : undefined)}
      onClose={onEnd}
      closable={{ 'aria-label': t('tour.skip') }}
      steps={tourSteps.map((one) => ({
        title: (
          <h2 className="tour-title">
            {t('tour.step', { at: current + 1, of: tourSteps.length })} {t(`tour.${one}.title`)}
          </h2>
        ),
        description: <div aria-live="polite">{t(`tour.${one}.text`)}</div>,
        target,
        placement: placementAt(step, target),
      }))}
      actionsRender={() => (
        <>
          {step === 'copy' ? null : (
            <Button size="small" onClick={onEnd}>
              {t('tour.skip')}
            </Button>
          )}
          {/* In a dialog, the focus belongs to its fields. */}
          <Button size="small" type="primary" autoFocus={!inDialog} onClick={next}>
            {t(`tour.${step}.next`)}
          </Button>
        </>
      )}
    />
  );
}

/**
 * Returns the placement: to the right of a target at the window's edge, where a popover below, being wider, would
 * overflow.
 */
function placementAt(step: TourStep, target: HTMLElement | null): 'right' | 'bottom' | 'bottomLeft' {
  if (step === 'confirm' || step === 'copy') return 'right';
  if (step === 'create' || target === null) return 'bottom';
  return target.tagName === 'A' && window.innerWidth > 767 ? 'right' : 'bottomLeft';
}

function confirmButton(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-tour="confirm-sub-account"]');
}
