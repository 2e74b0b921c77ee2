/** Draws closed days as bars: new fans with repeat fans on top. */
import type { SharedView } from '@parley/contract/work-order-shares';
import { shape } from './dom.ts';

type Day = SharedView['orders'][number]['days'][number];

const [width, height, gap] = [320, 72, 2];

export function dayChart(days: readonly Day[], label: string): SVGElement {
  const most = Math.max(
    1,
    ...days.map(({ newFans, repeatFans }) => Math.max(0, newFans) + Math.max(0, repeatFans)),
  );
  const step = width / Math.max(days.length, 7);
  const bars = days.flatMap((day, index) => {
    const [fresh, repeat] = [Math.max(0, day.newFans), Math.max(0, day.repeatFans)];
    const x = index * step;
    const bar = (from: number, count: number, kind: string) =>
      shape('rect', {
        class: kind,
        x: x.toFixed(1),
        y: (height - ((from + count) / most) * height).toFixed(1),
        width: (step - gap).toFixed(1),
        height: ((count / most) * height).toFixed(1),
      });
    return [bar(0, fresh, 'new'), bar(fresh, repeat, 'repeat')];
  });
  const attributes = { class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label };
  return shape('svg', { ...attributes, preserveAspectRatio: 'none' }, bars);
}
