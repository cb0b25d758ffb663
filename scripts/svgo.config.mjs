// Whole numbers on a grid of 512 make the sprite less than half as long, and nobody sees it at 64 pixels.
// No other plugin: the others would take the symbols' names for unused.
export default {
  multipass: true,
  plugins: [{ name: "convertPathData", params: { floatPrecision: 0 } }],
};
