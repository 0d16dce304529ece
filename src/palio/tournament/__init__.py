"""Tournaments: schedules, stored games, ratings, sequential tests, reports and tuning."""
