import { registerRoot } from 'remotion';
import { Root } from './scenes.jsx';

registerRoot(Root);
