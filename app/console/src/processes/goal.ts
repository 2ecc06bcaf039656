/** The days from today to the goal of a plan when no date is given. */
export const DAYS_TO_GOAL = 60;
