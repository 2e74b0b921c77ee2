import { useEffect, useRef, useState } from 'react';
import { useStableCallback } from '../../../lib/use-stable-callback.ts';
import { voiceFile } from './voice-file.ts';
import {
  RecordingError,
  type RecordingProblem,
  startRecording,
  type VoiceRecording,
} from './voice-recording.ts';

/** Maximum duration in ms. The recording then ends, and is kept. */
const longest = 10 * 60_000;

type Handlers = { onRecorded: (file: File) => void; onProblem: (problem: RecordingProblem) => void };

/** `asking`: the browser's permission prompt is open. `ending`: the file is being created. */
type State = { phase: 'idle' | 'asking' | 'ending' } | { phase: 'recording'; since: number };

/** Records until ended. A recording also ends, and is delivered, when the agent leaves the conversation. */
export function useVoiceRecording({ onRecorded, onProblem }: Handlers) {
  const [state, setState] = useState<State>({ phase: 'idle' });
  const running = useRef<VoiceRecording | null>(null);
  const left = useRef(false);

  const finish = useStableCallback(async () => {
    const recording = running.current;
    running.current = null;
    if (recording === null) return;
    setState({ phase: 'ending' });
    const recorded = await recording.finish();
    if (recorded !== null) onRecorded(await voiceFile(recorded));
    setState({ phase: 'idle' });
  });
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
      void finish();
    };
  }, [finish]);
  useEffect(() => {
    if (state.phase !== 'recording') return;
    const timer = setTimeout(() => void finish(), longest);
    return () => clearTimeout(timer);
  }, [state.phase, finish]);

  return {
    state,
    finish,
    async start() {
      setState({ phase: 'asking' });
      try {
        const recording = await startRecording();
        // The agent left the conversation before answering the browser's prompt.
        if (left.current) return recording.cancel();
        running.current = recording;
        setState({ phase: 'recording', since: Date.now() });
        void recording.stopped.then(() => (running.current === recording ? finish() : undefined));
      } catch (error) {
        setState({ phase: 'idle' });
        onProblem(error instanceof RecordingError ? error.problem : 'missing');
      }
    },
    cancel() {
      running.current?.cancel();
      running.current = null;
      setState({ phase: 'idle' });
    },
  };
}
