/**
 * Calls `work` once no request of the page has ended for `ms`; the returned function cancels. In a browser that doesn't
 * observe requests, the time counts from the call.
 */
export function onNetworkIdle(ms: number, work: () => void): () => void {
  let timer = setTimeout(done, ms);
  const observer =
    typeof PerformanceObserver === 'undefined'
      ? null
      : new PerformanceObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, ms);
        });
  observer?.observe({ type: 'resource' });
  function stop() {
    clearTimeout(timer);
    observer?.disconnect();
  }
  function done() {
    stop();
    work();
  }
  return stop;
}
