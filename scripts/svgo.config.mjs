// Whole numbers on the grid of 512 make the sprite less than half as long, which does not show at 64 pixels.
// No other plugins: some would remove the ids of the symbols as unused.
export default {
  multipass: true,
  plugins: [{ name: "convertPathData", params: { floatPrecision: 0 } }],
};
